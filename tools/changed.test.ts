import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedFiles, modulesOf, relatedTests } from './changed.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooftree-changed-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

const runGit = (...args: string[]) => {
  const named = ['-c', 'user.name=test', '-c', 'user.email=test@test.example', ...args]
  expect(spawnSync('git', named, { cwd: root, encoding: 'utf8' })).toMatchObject({ status: 0 })
}

test('changedFiles lists committed, uncommitted and new files of the branch, and not the later commits of main', () => {
  runGit('init', '--quiet', '--initial-branch', 'main')
  write({ 'kept.ts': '', 'edited.ts': '', 'removed.ts': '' })
  runGit('add', '.')
  runGit('commit', '--quiet', '--message', 'first')
  runGit('checkout', '--quiet', '-b', 'branch')
  write({ 'committed.ts': '' })
  runGit('add', '.')
  runGit('commit', '--quiet', '--message', 'second')
  runGit('checkout', '--quiet', 'main')
  write({ 'meanwhile.ts': '' })
  runGit('add', '.')
  runGit('commit', '--quiet', '--message', 'third')
  runGit('checkout', '--quiet', 'branch')
  write({ 'edited.ts': 'more', 'new.ts': '' })
  rmSync(join(root, 'removed.ts'))
  expect(changedFiles(root)).toEqual(['committed.ts', 'edited.ts', 'new.ts', 'removed.ts'])
})

test("relatedTests finds direct and indirect importers and the module's own tests, but not through the whole app", () => {
  write({
    'src/kernel/model/money.ts': '',
    'src/kernel/model/money.test.ts': `import { cents } from './money.ts'`,
    'src/features/rent/rents/model/index.ts': `export { cents } from '#kernel/model/money.ts'`,
    'src/features/rent/rents/server/index.ts': `import '../model/index.ts'`,
    'src/features/rent/rents/server/requests.test.ts': `import { openPortal } from '#tests/portal.ts'`,
    'src/features/rent/fees/server/fees.test.ts': `import type { Rent } from '#features/rent/rents/model/index.ts'`,
    'src/features/other/notes/server/requests.test.ts': `import { openPortal } from '#tests/portal.ts'`,
    'src/app/registry.ts': `import { served } from '#features/rent/rents/server/index.ts'`,
    'tests/portal.ts': `import { served } from '#app/registry.ts'`,
  })
  const rents = ['src/features/rent/rents/server/requests.test.ts']
  expect(relatedTests(root, ['src/features/rent/rents/server/index.ts'])).toEqual(rents)
  expect(relatedTests(root, ['src/features/rent/rents/model/index.ts']).sort()).toEqual([
    'src/features/rent/fees/server/fees.test.ts',
    ...rents,
  ])
  expect(relatedTests(root, ['src/kernel/model/money.ts']).sort()).toEqual([
    'src/features/rent/fees/server/fees.test.ts',
    'src/kernel/model/money.test.ts',
  ])
  expect(relatedTests(root, ['src/app/registry.ts'])).toContain(
    'src/features/other/notes/server/requests.test.ts',
  )
  expect(
    modulesOf([
      'src/core/portfolio/tasks/web/Task.tsx',
      'src/features/rent/rents/model/index.ts',
      'src/app/registry.ts',
    ]),
  ).toEqual(['tasks', 'rents'])
})
