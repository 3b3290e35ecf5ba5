import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file of checksums in a backup, in the form that `sha256sum -c` reads. */
const LIST_FILE = 'SHA256SUMS'

/** Returns the SHA-256 of a file’s bytes in hexadecimal digits, as in the name of a stored file. */
async function computeSha256(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk)
  return digest.digest('hex')
}

/** Writes the checksums of files below a folder. `sumsByName` has the checksums that are already computed. */
export async function writeSums(
  folder: string,
  names: readonly string[],
  sumsByName: Map<string, string>,
): Promise<void> {
  const lines = [...sumsByName].map(([name, sum]) => `${sum}  ${name}\n`)
  for (const name of names) lines.push(`${await computeSha256(join(folder, name))}  ${name}\n`)
  await writeFile(join(folder, LIST_FILE), lines.join(''), { flush: true })
}

/**
 * Checks all files of a backup and returns their names. @throws Error that names each missing or damaged
 * file.
 */
export async function checkSums(folder: string): Promise<string[]> {
  const list = await readFile(join(folder, LIST_FILE), 'utf8').catch(() => {
    throw new Error(`${folder} is no finished backup: it has no ${LIST_FILE}.`)
  })
  const damaged: string[] = []
  const names: string[] = []
  for (const line of list.split('\n').filter(Boolean)) {
    const [sum, name = ''] = line.split('  ')
    names.push(name)
    if ((await computeSha256(join(folder, name)).catch(() => null)) !== sum) damaged.push(name)
  }
  if (damaged.length > 0) throw new Error(`Missing or damaged in the backup: ${damaged.join(', ')}`)
  return names
}
