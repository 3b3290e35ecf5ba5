import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * How to run apt-get here: as root, or through a sudo that asks no password.
 *
 * @returns {string[] | null} the command's beginning; null where packages cannot be installed
 */
export function packageManager() {
  if (!existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return null
  if (process.getuid?.() === 0) return ['env', 'DEBIAN_FRONTEND=noninteractive']
  const mayUseSudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
  return mayUseSudo ? ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive'] : null
}

/**
 * Installs a Debian package.
 *
 * @param {string[]} manager from packageManager()
 * @param {string} name
 * @returns {string | null} null when installed, else the last line apt-get said
 */
export function installPackage(manager, name) {
  const [command, ...before] = manager
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', name]]) {
    const answer = spawnSync(command, [...before, 'apt-get', '--quiet', ...args], { encoding: 'utf8' })
    if (answer.status !== 0) return (answer.stderr ?? '').trim().split('\n').at(-1) || 'apt-get failed'
  }
  return null
}
