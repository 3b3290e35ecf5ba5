import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage, packageManager } from './apt.mjs'
import { runAsProgram } from './install.mjs'

const FOLDER = '/usr/lib/postgresql'
/** The oldest version that the product supports, and therefore the one to test on. */
const OLDEST = 15
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Returns the binaries of the oldest installed PostgreSQL from 15 on, installing it from Debian if possible.
 *
 * @param {{ folder?: string }} [options] folder: the folder with a subfolder for each version
 * @returns {string | null} a folder with `initdb` and `postgres`; null if there is none and none can be installed
 */
export function findDebianPostgres({ folder = FOLDER } = {}) {
  const present = findOldest(folder)
  if (present) return present
  const manager = packageManager()
  if (!manager) return null
  console.log(`Installing PostgreSQL ${OLDEST} …`)
  const problem = withoutServices(manager, () => installPackage(manager, `postgresql-${OLDEST}`))
  if (problem) console.log(`PostgreSQL ${OLDEST} could not be installed: ${problem}`)
  return findOldest(folder)
}

function findOldest(folder) {
  if (!existsSync(folder)) return null
  const versions = readdirSync(folder)
    .map(Number)
    .filter((version) => version >= OLDEST)
  const bins = versions.sort((a, b) => a - b).map((version) => join(folder, String(version), 'bin'))
  return bins.find((bin) => ['initdb', 'postgres'].every((name) => existsSync(join(bin, name)))) ?? null
}

/**
 * Runs the installation without starting a server: Debian starts one after installing the package, unless
 * policy-rc.d forbids it.
 */
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
