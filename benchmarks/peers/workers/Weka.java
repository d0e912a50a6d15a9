import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;
import weka.classifiers.Classifier;
import weka.classifiers.rules.JRip;
import weka.classifiers.rules.Rule;
import weka.core.Instances;
import weka.core.Utils;

/**
 * Worker of Weka: a job a line (learner with options, folder, fold, limit), an answer a line as JSON.
 * The time is that of the thread that learns; every learner fits a table once before it is timed,
 * since Java compiles while it runs, unless the argument is "first".
 */
public class Weka {
  static final int OUT_OF_TIME = 152;
  static volatile long deadline = Long.MAX_VALUE;

  public static void main(String[] args) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    watch(Thread.currentThread().getId());
    BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    boolean first = args.length > 0 && args[0].equals("first");
    Set<String> met = new HashSet<>();
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      String[] job = line.split("\t");
      String answer;
      try {
        if (!first && met.add(job[0] + "\t" + job[1].replaceAll("-[0-9a-f]+$", ""))) answer(job);
        answer = answer(job);
      } catch (Exception error) {
        answer = "{\"failed\": \"" + error.toString().replaceAll("[^ -~]|[\"\\\\]", " ") + "\"}";
      }
      answers.println(answer);
      answers.flush();
    }
  }

  /** Ends the process when the thread has taken more processor time than it may. */
  static void watch(long thread) {
    Thread watcher = new Thread(() -> {
      while (true) {
        if (ManagementFactory.getThreadMXBean().getThreadCpuTime(thread) > deadline)
          Runtime.getRuntime().halt(OUT_OF_TIME);
        try { Thread.sleep(100); } catch (InterruptedException stop) { return; }
      }
    });
    watcher.setDaemon(true);
    watcher.start();
  }

  static String answer(String[] job) throws Exception {
    Instances all = new Instances(new FileReader(new File(job[1], "table.arff")));
    all.setClassIndex(all.numAttributes() - 1);
    int fold = Integer.parseInt(job[2]);
    Instances train = new Instances(all, 0), test = new Instances(all, 0);
    try (Scanner folds = new Scanner(new File(job[1], "folds.txt"))) {
      for (int i = 0; i < all.numInstances(); i++)
        (folds.nextInt() == fold ? test : train).add(all.instance(i));
    }
    String[] options = Utils.splitOptions(job[0]);
    String name = options[0];
    options[0] = "";
    Classifier learner = Classifier.forName("weka.classifiers." + name, options);
    long start = nanos();
    deadline = start + (long) (1e9 * Double.parseDouble(job[3]));
    learner.buildClassifier(train);
    deadline = Long.MAX_VALUE;
    double seconds = (nanos() - start) / 1e9;
    StringBuilder predicted = new StringBuilder(), probabilities = new StringBuilder();
    for (int i = 0; i < test.numInstances(); i++) {
      String comma = i == 0 ? "" : ", ";
      predicted.append(comma).append((int) learner.classifyInstance(test.instance(i)));
      probabilities.append(comma).append(
          java.util.Arrays.toString(learner.distributionForInstance(test.instance(i))));
    }
    int[] size = learner instanceof JRip ? listSize((JRip) learner) : printedSize(learner);
    return "{\"predicted\": [" + predicted + "], \"probabilities\": [" + probabilities
        + "], \"rules\": " + size[0] + ", \"conditions\": " + size[1]
        + ", \"seconds\": " + seconds + "}";
  }

  static long nanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  static int[] listSize(JRip jrip) {
    int rules = 0, conditions = 0;
    for (int r = 0; r < jrip.getRuleset().size(); r++) {
      int length = (int) ((Rule) jrip.getRuleset().elementAt(r)).size();
      rules += length > 0 ? 1 : 0;
      conditions += length;
    }
    return new int[] {rules, conditions};
  }

  /**
   * Returns the size of a printed tree (leaves, and the sum of their depths) or list of rules.
   * A leaf or the end of a rule ends with the rows that come to it in brackets; "|   " stands
   * before it once for each level, and a list has a condition a line.
   */
  static int[] printedSize(Classifier learner) {
    boolean list = learner instanceof weka.classifiers.rules.PART;
    int rules = 0, conditions = 0;
    for (String line : learner.toString().split("\n")) {
      boolean end = line.matches(".*: .* \\(\\d+\\.\\d+(/\\d+\\.\\d+)?\\)");
      boolean isDefault = end && line.startsWith(":");
      if (list) {
        rules += end && !isDefault ? 1 : 0;
        conditions += (end && !isDefault) || line.endsWith(" AND") ? 1 : 0;
      } else if (end) {
        rules++;
        conditions += isDefault ? 0 : line.split("\\|   ", -1).length;
      }
    }
    return new int[] {rules, conditions};
  }
}
