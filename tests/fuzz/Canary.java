import java.io.BufferedReader;
import java.io.FileReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.TreeSet;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Option;
import weka.core.OptionHandler;
import weka.core.Utils;

/**
 * Makes and trains WEKA's classifiers, and notices every file, process and connection.
 *
 * With the names of classes on its input after "list" it prints the options of each,
 * after "train FILE MILLISECONDS" it takes lines of a class, a tab and options, and
 * says of each how it ended and what it reached for.
 */
public class Canary extends SecurityManager {
  private static final String HOME = System.getProperty("java.home");
  private static final List<String> reached = new ArrayList<String>();
  private static volatile boolean watching = false;

  private void reach(String what) {
    if (!watching) return;
    synchronized (reached) { reached.add(what.replaceAll("\\s", " ")); }
    throw new SecurityException("Canary: " + what);
  }

  /** Java's own files, and those that WEKA looks for in every folder it starts in. */
  private static boolean isOwn(String file) {
    if (file.startsWith(HOME) || file.startsWith("/etc/java")) return true;
    if (file.endsWith(".props")) return true;
    if (file.startsWith("/dev/") && file.endsWith("random")) return true;
    for (String part : System.getProperty("java.class.path").split(":"))
      if (file.startsWith(part)) return true;
    String here = System.getProperty("user.dir");
    // "No file" is the folder for WEKA; jars are named in manifests, or may be links.
    if (file.equals(here) || file.startsWith(System.getProperty("WEKA_HOME"))) return true;
    return file.endsWith(".jar") && !file.startsWith(here);
  }

  @Override public void checkPermission(java.security.Permission p) {
    if (p instanceof java.awt.AWTPermission) reach("window " + p.getName());
  }
  @Override public void checkPermission(java.security.Permission p, Object context) {}
  @Override public void checkRead(String file) {
    if (file.endsWith(".accessibility.properties")) reach("window");
    if (!isOwn(file)) reach("read " + file);
  }
  @Override public void checkRead(String file, Object context) { checkRead(file); }
  @Override public void checkWrite(String file) { reach("write " + file); }
  @Override public void checkDelete(String file) { reach("delete " + file); }
  @Override public void checkExec(String command) { reach("start " + command); }
  @Override public void checkConnect(String host, int port) { reach("connect " + host); }
  @Override public void checkConnect(String host, int port, Object context) {
    reach("connect " + host);
  }
  @Override public void checkListen(int port) { reach("listen " + port); }
  @Override public void checkExit(int status) {
    if (watching) throw new SecurityException("exit");
  }

  private static void list(String name, PrintStream out) throws Exception {
    Class<?> found = Class.forName(name);
    if (Modifier.isAbstract(found.getModifiers())) return;
    Object made;
    try { made = found.getDeclaredConstructor().newInstance(); }
    catch (Throwable error) { return; }
    out.println("class\t" + name + "\t" + (made instanceof Classifier));
    if (!(made instanceof OptionHandler)) return;
    Enumeration<?> options = ((OptionHandler) made).listOptions();
    while (options.hasMoreElements()) {
      Option one = (Option) options.nextElement();
      String said = one.synopsis() + " " + one.description();
      out.println(one.name() + "\t" + one.numArguments() + "\t" + said.replaceAll("\\s+", " "));
    }
  }

  private static String train(final String line, final Instances data, long milliseconds)
      throws Exception {
    reached.clear();
    final String[] ended = {"slow"};
    Thread thread = new Thread() {
      public void run() {
        try {
          String[] parts = line.split("\t", -1);
          Classifier made = (Classifier) Utils.forName(
              Classifier.class, parts[0], Utils.splitOptions(parts[1]));
          ended[0] = "made";
          made.buildClassifier(new Instances(data));
          made.distributionForInstance(data.instance(0));
          made.toString();
          ended[0] = "trained";
        } catch (ThreadDeath death) {
          throw death;
        } catch (Throwable error) {
          ended[0] = ended[0].equals("made") ? "untrained" : "unmade";
        }
      }
    };
    thread.start();
    thread.join(milliseconds);
    if (thread.isAlive()) { thread.stop(); thread.join(milliseconds); }
    synchronized (reached) { return ended[0] + "\t" + new TreeSet<String>(reached); }
  }

  public static void main(String[] asked) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream nowhere = new PrintStream(new OutputStream() { public void write(int b) {} });
    System.setOut(nowhere);
    System.setErr(nowhere);
    Instances data = null;
    if (asked[0].equals("train")) {
      data = new Instances(new FileReader(asked[1]));
      data.setClassIndex(data.numAttributes() - 1);
      System.setSecurityManager(new Canary());
      watching = true;
    }
    int status = 1;
    try {
      answer(asked, data, out);
      status = 0;
    } catch (Throwable error) {
      error.printStackTrace(err);
    }
    watching = false;
    Runtime.getRuntime().halt(status);
  }

  private static void answer(String[] asked, Instances data, PrintStream out)
      throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (data == null) list(line, out);
      else out.println(train(line, data, Long.parseLong(asked[2])));
      out.flush();
    }
  }
}
