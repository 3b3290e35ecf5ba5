import { join } from 'node:path'
import type { FileStore } from '#kernel/server/files.ts'
import { FolderStore } from './folderStore.ts'
import { S3Store } from './s3Store.ts'

const requiredVariables = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * Opens the store of file contents: the S3-compatible one that the environment names, otherwise a folder
 * next to the other data. Throws with the name of a variable that is missing or wrong.
 */
export function openFileStore(env: NodeJS.ProcessEnv, dataFolder: string): FileStore {
  const endpoint = env.S3_ENDPOINT
  if (!endpoint) {
    const alone = requiredVariables.find((name) => env[name])
    if (alone) throw new Error(`${alone} is set, but S3_ENDPOINT is not.`)
    return new FolderStore(join(dataFolder, 'files'))
  }
  if (!/^https?:\/\/[^/]+\/?$/.test(endpoint))
    throw new Error('S3_ENDPOINT must be an address such as https://s3.example.')
  const [bucket = '', accessKeyId = '', secretAccessKey = ''] = requiredVariables.map((name) => {
    if (!env[name]) throw new Error(`S3_ENDPOINT is set, so ${name} is needed, too.`)
    return env[name]
  })
  const prefix = env.S3_PREFIX ?? ''
  if (!/^[\w./-]*$/.test(prefix)) throw new Error('S3_PREFIX may hold letters, digits, and . _ - / only.')
  const place = {
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    prefix,
    region: env.S3_REGION ?? 'us-east-1',
  }
  return new S3Store(place, join(dataFolder, 'incoming'))
}
