import { basename } from 'node:path'
import { prepare, projectRoot, Refusal, runAsProgram } from './install.mjs'

/**
 * The scripts that a portal in operation needs. The others are for developers and need the development
 * packages.
 */
const OPERATING = ['build.ts', 'link.ts', 'backup.ts', 'restore.ts', 'migrate.ts']

// node tools/with-node.mjs FILE [argument…] installs missing packages and runs FILE on Node 24.
await runAsProgram(import.meta.url, async () => {
  const command = process.argv.slice(2)
  if (command.length === 0) throw new Refusal('Usage: node tools/with-node.mjs FILE [argument…]')
  const runNode = await prepare(projectRoot, { tools: !OPERATING.includes(basename(command[0])) })
  return runNode(command)
})
