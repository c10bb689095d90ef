import type { Fault } from '../fault.ts';
import { clockJump } from './clock-jump.ts';
import { clusterRestore } from './cluster-restore.ts';
import { connections } from './connections.ts';
import { diskFull } from './disk-full.ts';
import { failoverWork } from './failover-work.ts';
import { failoverFrozen, failoverKilled, failoverSwallowed } from './failover.ts';
import { frozenJob, frozenWork } from './frozen-work.ts';
import { identityAway } from './identity-away.ts';
import { instanceLost } from './instance-lost.ts';
import { killApproval } from './kill-approval.ts';
import { killCommit } from './kill-commit.ts';
import { killDelivery } from './kill-delivery.ts';
import { killIntake } from './kill-intake.ts';
import { killJob } from './kill-job.ts';
import { killSave } from './kill-save.ts';
import { movedParts } from './moved-parts.ts';
import { pointInTime } from './point-in-time.ts';
import { postgresStop } from './postgres-stop.ts';
import { replicaFrozen } from './replica-frozen.ts';
import { clusterDump, restoredElsewhere } from './restored-elsewhere.ts';
import { slowClients } from './slow-clients.ts';
import { workerStop } from './worker-stop.ts';

/** In the order of `docs/reliability.md`. */
export const FAULTS: readonly Fault[] = [
  killSave,
  killApproval,
  killCommit,
  killIntake,
  killJob,
  killDelivery,
  instanceLost,
  postgresStop,
  workerStop,
  failoverKilled,
  failoverFrozen,
  failoverSwallowed,
  failoverWork,
  replicaFrozen,
  frozenWork,
  frozenJob,
  pointInTime,
  restoredElsewhere,
  identityAway,
  diskFull,
  connections,
  slowClients,
  clockJump,
  clusterDump,
  // Last: they change the cluster for all that follow.
  clusterRestore,
  movedParts,
];
