import { writeFile } from 'node:fs/promises'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Line, markdown } from './result.ts'

const gigabyte = 1024 ** 3

/** The machine in words. */
function machine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'processor of unknown make'
  return `${processors.length} processors (${model}, ${arch()}), ${Math.round(totalmem() / gigabyte)} GB of memory, ${platform()}, Node ${process.versions.node}`
}

/** Writes docs/performance.md from what a whole run has found. */
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

**Machine**: ${machine()}. Everything runs on it at once: the portal or its floor, PostgreSQL, and what sends the requests.

**Data**: ${contents}.

**How**: the portal runs as in production (log-in, scope, audit, log lines, no check of answers). Its floor is bare \`node:http\` and \`pg\` in a process of
its own on the same database, without log-in, scope, checks or log. Both are asked in turns; a ratio is taken within each round and the median is given,
with the least and the most. The milliseconds are the time of a round divided by its requests. Lines without a budget are there to be looked at.
\`npm test\` (budget 8 minutes) is not run by the benchmark.

${markdown(lines)}
`
  await writeFile(join(root, 'docs', 'performance.md'), text)
}
