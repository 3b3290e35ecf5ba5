import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage, packageManager } from './apt.mjs'
import { runAsProgram } from './install.mjs'

const FOLDER = '/usr/lib/postgresql'
/** The oldest version the product supports, so the one worth testing on. */
const OLDEST = 15
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * The binaries of Debian's PostgreSQL 15 or newer (the oldest there is), installed when that is possible.
 *
 * @param {{ folder?: string }} [options] folder: where versions lie
 * @returns {string | null} a folder with `initdb` and `postgres`; null when there is none and none can be installed
 */
export function findDebianPostgres({ folder = FOLDER } = {}) {
  const present = oldest(folder)
  if (present) return present
  const manager = packageManager()
  if (!manager) return null
  console.log(`Installing PostgreSQL ${OLDEST} …`)
  const problem = withoutServices(manager, () => installPackage(manager, `postgresql-${OLDEST}`))
  if (problem) console.log(`PostgreSQL ${OLDEST} could not be installed: ${problem}`)
  return oldest(folder)
}

function oldest(folder) {
  if (!existsSync(folder)) return null
  const versions = readdirSync(folder)
    .map(Number)
    .filter((version) => version >= OLDEST)
  const bins = versions.sort((a, b) => a - b).map((version) => join(folder, String(version), 'bin'))
  return bins.find((bin) => ['initdb', 'postgres'].every((name) => existsSync(join(bin, name)))) ?? null
}

/** Debian starts a server when its package is installed, unless policy-rc.d forbids it. */
function withoutServices([command, ...before], install) {
  if (existsSync(POLICY)) return install()
  const asRoot = (...args) => spawnSync(command, [...before, ...args], { stdio: 'ignore' })
  asRoot('sh', '-c', `printf '#!/bin/sh\\nexit 101\\n' > ${POLICY} && chmod 755 ${POLICY}`)
  try {
    return install()
  } finally {
    asRoot('rm', '-f', POLICY)
  }
}

await runAsProgram(import.meta.url, async () => {
  console.log(findDebianPostgres() ?? 'none')
  return 0
})
