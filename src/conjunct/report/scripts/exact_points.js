// Points in whole numbers of their last decimal place. The shortest decimal of a number counts.

function exactly(number) {
  const [mantissa, exponent = "0"] = String(number).split("e");
  const [before, after = ""] = mantissa.split(".");
  return { digits: BigInt(before + after), places: after.length - Number(exponent) };
}

function decimalsOf(numbers) {
  return numbers.reduce((most, number) => Math.max(most, exactly(number).places), 0);
}

function wholeOf(number, decimals) {
  const { digits, places } = exactly(number);
  return digits * 10n ** BigInt(decimals - places);
}
