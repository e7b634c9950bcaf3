import { takeShared } from './shared-photos.ts';

interface LaunchParams {
  files?: readonly FileSystemFileHandle[];
}

interface LaunchQueue {
  setConsumer(consumer: (params: LaunchParams) => void): void;
}

/**
 * Photos from the system: opened with the installed site, or shared to it. `failed` is called if
 * something shared did not arrive.
 */
export function listenForArrivals(onFiles: (files: File[]) => void, failed: () => void): void {
  async function open(handles: readonly FileSystemFileHandle[]): Promise<void> {
    const opened = await Promise.allSettled(handles.map((handle) => handle.getFile()));
    const found = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (found.length > 0) onFiles(found);
    // A file that was moved in the meantime must not keep the others from the list.
    if (found.length < handles.length) failed();
  }

  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    void open(files);
  });

  const address = new URL(location.href);
  const shared = address.searchParams.get('shared');
  if (shared === null) return;
  address.searchParams.delete('shared');
  history.replaceState(history.state, '', address);
  void takeShared(shared).then((photos) => (photos.length > 0 ? onFiles(photos) : failed()));
}
