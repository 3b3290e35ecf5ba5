import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']
/**
 * Signals within this time count as one: one Ctrl-C arrives twice, from the terminal and from npm, and a
 * closing terminal sends more.
 */
const SAME_SIGNAL_MS = 500

/**
 * Runs a program to its end in a separate process group: Ctrl-C reaches it once (from us, not from the terminal as
 * well), and the processes that it leaves running are ended with it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, quiet?: boolean, abrupt?: boolean }} options quiet: keep the output
 *   instead of showing it; abrupt: a signal to us ends it at once, even in the middle of its work
 * @returns {Promise<{ code: number, output: string, stopped: number }>} exit code (128 + number for a signal); the output
 *   when quiet; the code of the first signal that we received while it ran, or 0
 */
export async function run(command, args, { cwd, env = process.env, quiet = false, abrupt = false }) {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32' && command === 'npm',
  })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
  let lastForwardedAt = 0
  let stopped = 0
  const forward = (signal) => {
    if (Date.now() - lastForwardedAt < SAME_SIGNAL_MS) return
    lastForwardedAt = Date.now()
    stopped ||= 128 + constants.signals[signal]
    if (abrupt) signalGroup(child.pid, 'SIGKILL')
    else child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + constants.signals[signal]))
    })
    return { code, output: Buffer.concat(chunks).toString('utf8'), stopped }
  } finally {
    if (child.pid) await endGroup(child.pid)
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}

/**
 * Ends the processes that are left in a process group, by SIGKILL when SIGTERM does not end them in two
 * seconds.
 */
async function endGroup(groupId) {
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    if (!signalGroup(groupId, signal)) return
    for (let round = 0; round < 40; round++) {
      await delay(50)
      if (!signalGroup(groupId, 0)) return
    }
  }
}

/** Sends a signal to a process group; answers false when the group no longer exists. */
function signalGroup(groupId, signal) {
  try {
    return process.kill(-groupId, signal)
  } catch {
    return false
  }
}
