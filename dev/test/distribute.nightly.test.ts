import { expect, test } from '@jest/globals';
import { distribute, NotDistributable, undistribute } from '@portal/migrate/distribute.ts';
import { startTestCluster } from '../src/test-database.ts';

test('on a server without the extension it says what to do, and the way back has nothing to do', async () => {
  const { cluster, stop } = await startTestCluster();
  try {
    const refused = distribute(cluster.url(process.env.PORTAL_TEST_TEMPLATE ?? ''));
    await expect(refused).rejects.toBeInstanceOf(NotDistributable);
    await expect(refused).rejects.toThrow(
      /fehlt die Erweiterung citus.*shared_preload_libraries.*CREATE EXTENSION citus/,
    );
    expect(await undistribute(cluster.url(process.env.PORTAL_TEST_TEMPLATE ?? ''))).toEqual([]);
  } finally {
    await stop();
  }
});
