import { readdirSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import type { ViteUserConfig } from 'vitest/config'
import { beforeRelease, everyTime, type TestRun } from './test-plan.mjs'

const root = join(import.meta.dirname, '..')

const testFiles = ['src', 'demo', 'tools', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => /\.test\.tsx?$/.test(name) && !name.endsWith('.types.test.ts')),
)

/** Returns the test files that an entry of the plan runs. */
async function loadFilesOfRun({ config, files }: TestRun): Promise<string[]> {
  const { default: loaded } = (await import(join(root, config))) as { default: ViteUserConfig }
  const { include = [], exclude = [] } = loaded.test ?? {}
  const matches = (globs: readonly string[], file: string) => globs.some((glob) => matchesGlob(file, glob))
  return testFiles.filter(
    (file) =>
      matches(include, file) &&
      !matches(exclude, file) &&
      (files === undefined || files.some((part) => file.includes(part))),
  )
}

test('every test file is run by `npm test` or before a release', async () => {
  const lists = await Promise.all([...everyTime, ...beforeRelease].map(loadFilesOfRun))
  const run = new Set(lists.flat())
  expect(testFiles.length).toBeGreaterThan(400)
  expect(testFiles.filter((file) => !run.has(file))).toEqual([])
})

test('every entry of the plan runs some file, and every file that it names exists', async () => {
  for (const entry of [...everyTime, ...beforeRelease]) {
    const files = await loadFilesOfRun(entry)
    expect(files.length, entry.name).toBeGreaterThan(0)
    for (const part of entry.files ?? [])
      expect(
        files.some((file) => file.includes(part)),
        part,
      ).toBe(true)
  }
})
