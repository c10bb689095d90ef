// Plain JavaScript with a dynamic import: jest would transform a static one as CommonJS.
export default async function setup() {
  if (process.env.PORTAL_TEST_TEMPLATE) return; // watch mode keeps one between its runs
  const { startTestCluster } = await import('../test-database.ts');
  globalThis.__PORTAL_TEST_CLUSTER__ = await startTestCluster();
}
