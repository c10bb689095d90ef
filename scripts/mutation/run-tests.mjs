// Runs collected tests with their hooks, in the order of their files.

const TEST_MS = 120_000;

/** Names every test of the suites; of two with one name the later gets a number. */
export function nameTests(suites) {
  const ids = new Map();
  const walk = (suite, path, file) => {
    for (const child of suite.children) {
      const name = [...path, child.name].join(' › ');
      if (child.children) walk(child, [...path, child.name], file);
      else {
        let id = name;
        for (let n = 2; ids.has(id); n++) id = `${name} (${n})`;
        child.id = id;
        ids.set(id, file);
      }
    }
  };
  for (const suite of suites) walk(suite, [suite.name], suite);
  return ids;
}

/**
 * Runs the tests that are wanted.
 * @param wanted says of an id whether its test runs
 * @param options.bail true to stop at the first failure
 * @param options.before told the id before each test, undefined between tests
 * @returns {Promise<{id: string, ms: number, error?: string}[]>}
 */
export async function runTests(suites, wanted, { bail, before }) {
  const results = [];
  for (const suite of suites) {
    await runSuite(suite, [], { wanted, bail, before, results });
    if (bail && results.some(({ error }) => error !== undefined)) break;
  }
  before(undefined);
  return results;
}

async function runSuite(suite, outer, run) {
  const tests = testsOf(suite).filter(({ id }) => run.wanted(id));
  if (tests.length === 0) return;
  const line = [...outer, suite];
  // What is prepared for all tests belongs to the first of them, as far as its coverage is concerned.
  run.before(tests[0].id);
  const unprepared = await failureOf(suite.beforeAll);
  if (unprepared !== undefined) run.results.push({ id: tests[0].id, ms: 0, error: unprepared });
  else {
    for (const child of suite.children) {
      if (run.bail && run.results.some(({ error }) => error !== undefined)) break;
      if (child.children) await runSuite(child, line, run);
      else if (run.wanted(child.id)) await runTest(child, line, run);
    }
  }
  const leftover = await failureOf(suite.afterAll);
  if (leftover !== undefined) run.results.push({ id: tests[0].id, ms: 0, error: leftover });
}

async function runTest(test, line, run) {
  run.before(test.id);
  const begun = performance.now();
  const steps = [...line.flatMap((suite) => suite.beforeEach), test.run];
  const error = (await failureOf(steps)) ?? (await failureOf([...line].reverse().flatMap((suite) => suite.afterEach)));
  run.results.push({ id: test.id, ms: performance.now() - begun, error });
}

/** @returns what went wrong, undefined when all is well */
async function failureOf(steps) {
  try {
    for (const step of steps) await within(step());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A test that hangs has failed; a change may well make it wait for ever. */
function within(work) {
  if (typeof work?.then !== 'function') return work;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${TEST_MS} ms`)), TEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function testsOf(suite) {
  return suite.children.flatMap((child) => (child.children ? testsOf(child) : [child]));
}
