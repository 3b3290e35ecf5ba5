import { writeFile } from 'node:fs/promises'
import { arch, cpus, loadavg, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { formatMarkdownTable, type Line } from './result.ts'

const GIGABYTE = 1024 ** 3

/** Describes the machine in words. */
function describeMachine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'processor of unknown make'
  return `${processors.length} processors (${model}, ${arch()}), ${Math.round(totalmem() / GIGABYTE)} GB of memory, ${platform()}, Node ${process.versions.node}`
}

/** The maximum load before the run at which the machine counts as idle. */
const MAX_IDLE_LOAD = 0.5
const [loadBefore = 0] = loadavg()
const busyNote = `

**The machine was busy with other work** (load ${loadBefore.toFixed(1)} before the beginning): the figures are of a loaded machine.`

/** Returns a sentence that names the budgets that were missed. */
function describeBrokenBudgets(lines: readonly Line[]): string {
  const broken = lines.filter(({ verdict }) => verdict === 'FAIL' || verdict === 'skipped')
  if (broken.length === 0) return 'Every budget is held.'
  return `**Not held**: ${broken.map(({ title, measured, budget }) => `${title} (${[measured, budget].filter(Boolean).join(', budget ')})`).join('; ')}.`
}

/** Writes docs/performance.md from the results of a complete run. */
export async function writeReport(
  root: string,
  lines: readonly Line[],
  contents: string,
  options: readonly string[],
  seconds: number,
): Promise<void> {
  const command = ['npm run bench', ...(options.length > 0 ? ['--', ...options] : [])].join(' ')
  const text = `# Performance

Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)} in ${seconds.toFixed(0)} seconds; not edited by hand.

**Machine**: ${describeMachine()}. Everything runs on it at once: the portal or its floor, PostgreSQL, and what sends the requests.${loadBefore > MAX_IDLE_LOAD ? busyNote : ''}

${describeBrokenBudgets(lines)}

**Data**: ${contents}.

**How**: the portal runs as in production (log-in, scope, audit, log lines, no check of answers). Its floor is bare \`node:http\` and \`pg\` in a process of
its own on the same database, without log-in, scope, checks or log. Both are asked in turns; a ratio is taken within each round and the median is given,
with the least and the most. The milliseconds are the time of a round divided by its requests. Lines without a budget are there to be looked at.
Keys are timed by the processor, so that other work on the machine does not count. \`npm test\` (budget 20 minutes) and \`npm run test:changed\` (budget 1 minute) are not
run by the benchmark; they say themselves how long they took.

${formatMarkdownTable(lines)}
`
  await writeFile(join(root, 'docs', 'performance.md'), text)
}
