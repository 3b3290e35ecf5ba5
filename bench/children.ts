import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Plans } from './floorProcess.ts'
import type { Recorded } from './portalProcess.ts'

/** A server in a process of its own, which ends with this one. */
export type Server = { port: number; pid: number; stop: () => Promise<void> }

async function start(file: string, args: string[]): Promise<Server & { child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const { port } = await loadAnswer<{ port: number }>(child)
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await ended
  }
  return { child, port, pid: child.pid!, stop }
}

function loadAnswer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A server of the benchmark ended with ${code}.`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}

/** The portal under test. */
export type PortalServer = Server & {
  /**
   * The statements that `work` makes the portal run in its transactions, the entry of each transaction
   * included.
   */
  record: (work: () => Promise<unknown>) => Promise<Recorded[]>
  /** The longest turn since this was asked before, in milliseconds of the processor. */
  longestStall: () => Promise<number>
  /** From now on the portal creates the files that are asked for in the background. */
  createFiles: () => Promise<void>
}

/** Starts the portal in production mode. Its log goes nowhere, but is written. */
export async function startPortalServer(
  connection: string,
  files: string,
  web: string,
): Promise<PortalServer> {
  const { child, port, pid, stop } = await start('portalProcess.ts', [connection, files, web])
  const ask = <T>(wish: string): Promise<T> => {
    const answer = loadAnswer<T>(child)
    child.send(wish)
    return answer
  }
  const record = async (work: () => Promise<unknown>): Promise<Recorded[]> => {
    await ask('record')
    await work()
    return ask('recorded')
  }
  const createFiles = async (): Promise<void> => {
    await ask('exports')
  }
  return { port, pid, stop, record, createFiles, longestStall: () => ask<number>('stall') }
}

/** The bare server. `plan` says what it answers. */
export type FloorServer = Server & { plan: (plans: Plans) => Promise<void> }

export async function startFloorServer(connection: string): Promise<FloorServer> {
  const { child, port, pid, stop } = await start('floorProcess.ts', [connection])
  const plan = async (plans: Plans): Promise<void> => {
    const answer = loadAnswer(child)
    child.send(plans)
    await answer
  }
  return { port, pid, stop, plan }
}
