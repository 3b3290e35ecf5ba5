import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The account PostgreSQL runs as, given to `spawn`. */
export type SystemUser = { uid: number; gid: number }

/**
 * The account to drop to. PostgreSQL refuses to run as root, so root uses the owner of an existing cluster,
 * then `postgres`, then `nobody` (initdb needs an account with a passwd entry).
 *
 * @returns undefined when this process is not root: PostgreSQL then runs as the same user.
 */
export function chooseServerUser(cluster: string, names = ['postgres', 'nobody']): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of names) {
    const uid = numericId('-u', name)
    const gid = numericId('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  return undefined
}

/**
 * Whether `user` may pass through every folder down to `directory`; undefined asks for this process itself.
 */
export function canReach(directory: string, user: SystemUser | undefined): boolean {
  return spawnSync('test', ['-x', directory], { cwd: '/', ...user }).status === 0
}

function numericId(option: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [option, name], { encoding: 'utf8' })
  const id = Number.parseInt(answer.stdout ?? '', 10)
  return answer.status === 0 && id > 0 ? id : undefined
}
