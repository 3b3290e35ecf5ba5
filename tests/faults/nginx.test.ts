import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '#tests/crash/postbox.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0

test.skipIf(!hasNginx)('nginx accepts the configuration of the manual', async () => {
  const manual = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8')
  const written = /```nginx\n(.*?)```/s.exec(manual)?.[1] ?? ''
  const served = written.replace('listen 443 ssl', `listen 127.0.0.1:${await findFreePort()}`)
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${served} }`)
  const { stderr, status } = spawnSync('nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' })
  await rm(folder, { recursive: true })
  expect({ stderr, status }).toMatchObject({
    stderr: expect.stringContaining('test is successful'),
    status: 0,
  })
})
