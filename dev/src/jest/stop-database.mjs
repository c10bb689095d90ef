export default async function stop() {
  await globalThis.__PORTAL_TEST_CLUSTER__?.stop();
}
