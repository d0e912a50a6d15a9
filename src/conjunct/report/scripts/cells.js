// Tests of one cell, which is a text or a number, or null if it is missing.

const FORMS = {
  never: () => false,
  missing: (cell) => cell === null,
  known: (cell) => cell !== null,
  equals: (cell, text) => cell === text,
  differs: (cell, text) => cell !== null && cell !== text,
  "differs or missing": (cell, text) => cell !== text,
  "at most": (cell, number) => cell !== null && cell <= number,
  above: (cell, number) => cell !== null && cell > number,
};

function testsOf(decision) {
  return decision.tests.map(([at, form, value]) => {
    const asks = FORMS[form];
    return (row) => asks(row[at], value);
  });
}
