import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Plans } from './floorProcess.ts'
import type { RecordedStatement } from './portalProcess.ts'

/** A server in a separate process, which ends when this process ends. */
export type Server = { port: number; pid: number; stop: () => Promise<void> }

/** Starts a server file of this folder in a new process, and waits until it listens. */
async function startServer(file: string, args: string[]): Promise<Server & { child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const { port } = await receiveAnswer<{ port: number }>(child)
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await ended
  }
  return { child, port, pid: child.pid!, stop }
}

/** Returns the next message of the process. Rejects if the process ends before. */
function receiveAnswer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A server of the benchmark ended with ${code}.`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}

/** The portal that is measured. */
export type PortalServer = Server & {
  /**
   * Returns the statements that the portal runs in its transactions during `work`, including those with which
   * it enters each transaction.
   */
  record: (work: () => Promise<unknown>) => Promise<RecordedStatement[]>
  /** Returns the longest turn of the event loop since the last call, in milliseconds of the processor. */
  longestStall: () => Promise<number>
  /** Makes the portal create the files of requested exports in the background. */
  createFiles: () => Promise<void>
}

/** Starts the portal in production mode. Its log is written but discarded. */
export async function startPortalServer(
  connection: string,
  files: string,
  web: string,
): Promise<PortalServer> {
  const { child, port, pid, stop } = await startServer('portalProcess.ts', [connection, files, web])
  const sendCommand = <T>(command: string): Promise<T> => {
    const answer = receiveAnswer<T>(child)
    child.send(command)
    return answer
  }
  const record = async (work: () => Promise<unknown>): Promise<RecordedStatement[]> => {
    await sendCommand('record')
    await work()
    return sendCommand('recorded')
  }
  const createFiles = async (): Promise<void> => {
    await sendCommand('exports')
  }
  return { port, pid, stop, record, createFiles, longestStall: () => sendCommand<number>('stall') }
}

/** The floor server. `plan` sets its answers. */
export type FloorServer = Server & { plan: (plans: Plans) => Promise<void> }

/** Starts the floor server on the database. */
export async function startFloorServer(connection: string): Promise<FloorServer> {
  const { child, port, pid, stop } = await startServer('floorProcess.ts', [connection])
  const plan = async (plans: Plans): Promise<void> => {
    const answer = receiveAnswer(child)
    child.send(plans)
    await answer
  }
  return { port, pid, stop, plan }
}
