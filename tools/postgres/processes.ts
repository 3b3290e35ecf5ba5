import { readFileSync, readlinkSync } from 'node:fs'
import { errorCode } from '#kernel/server/postgres/errors.ts'

/** Whether the process runs. On Linux a zombie that was not reaped counts as gone. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  return statFields(processId)?.[0] !== 'Z'
}

/**
 * A mark that distinguishes a process from a later one with the same id (its start in clock ticks); '' where
 * there is no /proc.
 */
export function startMark(processId: number): string {
  return statFields(processId)?.[19] ?? ''
}

/** The working directory of a process; undefined when it is not known (no /proc, or not permitted). */
export function workingDirectory(processId: number): string | undefined {
  try {
    return readlinkSync(`/proc/${processId}/cwd`)
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

/** Fields of /proc/<id>/stat from the state on; the name before it may hold spaces and brackets. */
function statFields(processId: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
