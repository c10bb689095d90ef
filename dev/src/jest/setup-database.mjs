// Plain JavaScript with a dynamic import: jest would transform a static one as CommonJS.
export default async function setup() {
  if (process.env.PORTAL_TEST_TEMPLATE) return; // watch mode keeps one between its runs
  const [{ startTestCluster }, { signingKeys }] = await Promise.all([
    import('../test-database.ts'),
    import('./signing-keys.ts'),
  ]);
  signingKeys(); // before there are workers, which all find them
  globalThis.__PORTAL_TEST_CLUSTER__ = await startTestCluster();
}
