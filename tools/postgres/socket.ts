import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DataFolder } from './data-folder.ts'

/** Names the socket's file; nothing listens on a port of this number. */
export const SOCKET_PORT = 5432

/** The longest address of a Unix socket in bytes: 108 on Linux, 104 elsewhere, the last one a zero. */
const LONGEST = 103
const fits = (directory: string): boolean =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST

/**
 * Prepares an empty private folder for PostgreSQL's Unix socket, which only the server's account (and root)
 * can enter: next to the cluster, or a short one among the system's temporary folders where that path would
 * be too long. Undefined where the system has no Unix sockets. Only for a cluster on which no server runs.
 */
export function prepareSocketFolder(folder: Pick<DataFolder, 'cluster' | 'user'>): string | undefined {
  if (process.platform === 'win32') return undefined
  const nearby = join(dirname(folder.cluster), 'socket')
  const directory = fits(nearby) ? emptied(nearby) : shortFolder(folder)
  if (folder.user) chownSync(directory, folder.user.uid, folder.user.gid)
  return directory
}

function emptied(directory: string): string {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { mode: 0o700 })
  return directory
}

/** The same folder at each start, unless another account has taken its name. */
function shortFolder({ cluster, user }: Pick<DataFolder, 'cluster' | 'user'>): string {
  const name = `rooftree-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
  const directory = [join(tmpdir(), name), join('/tmp', name)].find(fits) ?? join('/tmp', name)
  const stats = lstatSync(directory, { throwIfNoEntry: false })
  const ownerIds = [user?.uid, process.getuid?.()]
  return !stats || (stats.isDirectory() && ownerIds.includes(stats.uid))
    ? emptied(directory)
    : mkdtempSync('/tmp/rooftree-')
}
