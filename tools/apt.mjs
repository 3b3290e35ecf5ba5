import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Returns the words that must precede `apt-get`: as root, or with a sudo that needs no password.
 *
 * @returns {string[] | null} the words before `apt-get`, or null if packages cannot be installed
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
 * @returns {string | null} null if it was installed, else the last line of apt-get's errors
 */
export function installPackage(manager, name) {
  const [command, ...before] = manager
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', name]]) {
    const answer = spawnSync(command, [...before, 'apt-get', '--quiet', ...args], { encoding: 'utf8' })
    if (answer.status !== 0) return (answer.stderr ?? '').trim().split('\n').at(-1) || 'apt-get failed'
  }
  return null
}
