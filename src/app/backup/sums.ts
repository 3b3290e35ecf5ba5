import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The list of checksums in a backup, in the form that `sha256sum -c` reads. */
const LIST = 'SHA256SUMS'

/** SHA-256 of a file's bytes, as in a content's name. */
async function sha256(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk)
  return digest.digest('hex')
}

/** Writes the checksums of files below a folder; `known` are those found out already. */
export async function writeSums(
  folder: string,
  names: readonly string[],
  sumsByName: Map<string, string>,
): Promise<void> {
  const lines = [...sumsByName].map(([name, sum]) => `${sum}  ${name}\n`)
  for (const name of names) lines.push(`${await sha256(join(folder, name))}  ${name}\n`)
  await writeFile(join(folder, LIST), lines.join(''), { flush: true })
}

/** The names of all files of a backup. @throws Error that names each one that is missing or damaged. */
export async function checkedNames(folder: string): Promise<string[]> {
  const list = await readFile(join(folder, LIST), 'utf8').catch(() => {
    throw new Error(`${folder} is no finished backup: it has no ${LIST}.`)
  })
  const damaged: string[] = []
  const names: string[] = []
  for (const line of list.split('\n').filter(Boolean)) {
    const [sum, name = ''] = line.split('  ')
    names.push(name)
    if ((await sha256(join(folder, name)).catch(() => null)) !== sum) damaged.push(name)
  }
  if (damaged.length > 0) throw new Error(`Missing or damaged in the backup: ${damaged.join(', ')}`)
  return names
}
