import { basename } from 'node:path'
import { prepare, projectRoot, Refusal, runAsProgram } from './install.mjs'

/** What a portal in service needs; the rest are the developer's, with tools of their own. */
const OPERATING = ['build.ts', 'link.ts', 'backup.ts', 'restore.ts', 'migrate.ts']

// node scripts/with-node.mjs FILE [argument…]: installs what is missing and runs FILE on Node 24.
await runAsProgram(import.meta.url, async () => {
  const command = process.argv.slice(2)
  if (command.length === 0) throw new Refusal('Usage: node scripts/with-node.mjs FILE [argument…]')
  const runNode = await prepare(projectRoot, { tools: !OPERATING.includes(basename(command[0])) })
  return runNode(command)
})
