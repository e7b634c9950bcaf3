import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const groups = '/sys/fs/cgroup';

/** Short beside a request that is waited for, in microseconds. */
const period = 20_000;

const made: string[] = [];
process.once('exit', () => made.forEach(removeGroup));

/**
 * Holds a process to a part of one core by a control group of its own, until it has ended.
 * Returns false where the system has no such groups or does not let us make one.
 */
export function holdToCoreShare(pid: number, share: number): boolean {
  const quota = Math.round(share * period);
  // The second version has one hierarchy for everything, the first one for each kind of resource.
  const isSecond = existsSync(join(groups, 'cgroup.controllers'));
  const group = join(
    isSecond ? groups : join(groups, 'cpu'),
    `stillpix-${process.pid}-${made.length}`,
  );
  try {
    if (isSecond) writeFileSync(join(groups, 'cgroup.subtree_control'), '+cpu');
    mkdirSync(group);
    made.push(group);
    if (isSecond) {
      writeFileSync(join(group, 'cpu.max'), `${quota} ${period}`);
    } else {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(period));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
    }
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
    return true;
  } catch {
    return false;
  }
}

function removeGroup(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // Whoever still runs in it was killed just now; the system keeps an empty group, which costs nothing.
  }
}
