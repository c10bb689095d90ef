// Plain JavaScript with a dynamic import: jest would transform a static one as CommonJS.
export default async function setup() {
  const { startTestCluster } = await import('../test-database.ts');
  globalThis.__PORTAL_TEST_CLUSTER__ = await startTestCluster();
}
