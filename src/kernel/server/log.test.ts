import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { errorLine, LogBatch } from './log.ts'

function createLogger() {
  const written: string[] = []
  const stream = new LogBatch({ write: (lines) => written.push(lines) })
  return { written, log: Fastify({ logger: { level: 'info', stream } }).log }
}

test('lines are written together and in order after at most a second', () => {
  vi.useFakeTimers()
  const { written, log } = createLogger()
  for (const number of [1, 2, 3]) log.info(`line ${number}`)
  expect(written).toEqual([])
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(written.map((text) => text.match(/line \d/g))).toEqual([['line 1', 'line 2', 'line 3']])
})

test('a logged error has no row details of the database and no quoted input', () => {
  const fault = Object.assign(new Error('invalid input syntax for type date: "Ann\nLee"'), {
    code: '22007',
    detail: 'Key (email)=(ann@one.example) exists.',
    where: "unnamed portal parameter $1 = 'Ann'",
  })
  const line = errorLine(fault)
  expect(line).toMatchObject({
    type: 'Error',
    code: '22007',
    message: 'invalid input syntax for type date: "…"',
  })
  expect(JSON.stringify(line)).toMatch(/at .*log\.test/)
  expect(JSON.stringify(line)).not.toMatch(/Ann|Lee|ann@/)
})

test('a fault is written at once together with the lines before it', () => {
  const { written, log } = createLogger()
  log.info('before')
  log.error('fault')
  expect(written).toHaveLength(1)
  expect(written[0]).toMatch(/before[\s\S]*fault/)
  log.warn('after')
  expect(written).toHaveLength(1)
})

test('a full batch is written at once', () => {
  const { written, log } = createLogger()
  for (let number = 0; number < 500; number += 1) log.info('much to tell')
  expect(written.length).toBeGreaterThan(1)
})

test.each(['process.exit(0)', 'setTimeout(() => { throw new Error("unforeseen") })', 'undefined'])(
  'no line is lost when the process ends by %s',
  (end) => {
    const program = `import { LogBatch } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
      new LogBatch().write('last words\\n'); ${end}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    expect(stdout).toContain('last words')
  },
)
