import { prepare, projectRoot, Refusal, runAsProgram } from './install.mjs'

// node scripts/with-node.mjs FILE [argument…]: installs what is missing and runs FILE on Node 24.
await runAsProgram(import.meta.url, async () => {
  const command = process.argv.slice(2)
  if (command.length === 0) throw new Refusal('Usage: node scripts/with-node.mjs FILE [argument…]')
  const runNode = await prepare(projectRoot)
  return runNode(command)
})
