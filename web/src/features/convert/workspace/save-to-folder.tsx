import { FolderDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { forgetFolders, recallFolder, rememberFolder } from '../../../site/browser/folders.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { mayWriteTo, pickFolder, writeInto } from '../results/folder.ts';
import type { NamedBlob } from '../results/save.ts';
import { useFolderMessages } from '../use-folder-messages.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './save-to-folder.module.css';

interface SaveToFolderProps {
  results: readonly NamedBlob[];
  className: string | undefined;
  /** Whether saving is the next step. Otherwise there is room for the button only. */
  isMain: boolean;
  onSaved: (count: number, folder: string) => void;
  onFailed: () => void;
}

/**
 * Writes the results into a folder. Offers the last used folder again, and remembers it if wanted.
 */
export function SaveToFolder({ results, className, isMain, onSaved, onFailed }: SaveToFolderProps) {
  const { actions } = useWorkspaceMessages();
  const words = useFolderMessages();
  const [last, setLast] = useState<FileSystemDirectoryHandle | null>(null);
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    let isHere = true;
    async function recall() {
      const folder = await recallFolder();
      if (!isHere || folder === null) return;
      setLast(folder);
      setIsKept(true);
    }
    void recall();
    return () => {
      isHere = false;
    };
  }, []);

  async function save(wanted: FileSystemDirectoryHandle | null) {
    try {
      const folder =
        wanted !== null && (await mayWriteTo(wanted))
          ? wanted
          : await pickFolder('stillpix', 'readwrite');
      if (folder === null) return;
      await writeInto(folder, results);
      setLast(folder);
      if (isKept && folder !== last) await rememberFolder(folder);
      onSaved(results.length, folder.name);
    } catch {
      onFailed();
    }
  }

  /** The switch changes only once it is stored, because the visitor may leave the page at once. */
  async function keep(isWanted: boolean) {
    try {
      if (isWanted && last !== null) await rememberFolder(last);
      else await forgetFolders();
      setIsKept(isWanted);
    } catch {
      // The browser stores nothing, so the switch stays as it was.
    }
  }

  const label = last === null ? actions.saveToFolder : words.saveTo(last.name);
  return (
    <>
      <Button className={className} title={label} onClick={() => void save(last)}>
        <FolderDown aria-hidden />
        <span>{label}</span>
      </Button>
      {isMain && last !== null && (
        <div className={styles.kept}>
          <Switch
            label={words.remember}
            checked={isKept}
            onChange={(isWanted) => void keep(isWanted)}
          />
          <Button size="s" kind="quiet" onClick={() => void save(null)}>
            {words.another}
          </Button>
        </div>
      )}
    </>
  );
}
