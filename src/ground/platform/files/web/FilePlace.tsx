import type { Attached } from '#ground/platform/files/model/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { FileDrop, type FileDropProps } from '#ui/form/FileDrop.tsx'
import { loadFile } from './content.ts'

/** The limits of a record's document, wherever it is dropped. */
export const documentLimits = {
  endings: Object.keys(acceptedTypes).map((ending) => `.${ending}`),
  maxBytes: fileLimits.bytes,
}

/** A stored document as lists of files show it. */
export const storedFile = (file: Pick<Attached, 'fileId' | 'fileName' | 'sizeBytes' | 'contentType'>) => ({
  id: file.fileId,
  name: file.fileName,
  size: file.sizeBytes,
  type: file.contentType,
})

type Place = Pick<FileDropProps, 'label' | 'help' | 'required' | 'readOnly' | 'id'> & {
  files: readonly Attached[]
  /** Alone those of this kind are shown, where one is named. */
  kind?: string
  error?: string | undefined
  send: (file: File) => Promise<unknown>
  /** None can be taken away when left out. */
  remove?: ((fileId: number) => Promise<unknown>) | undefined
  onChanged: () => Promise<unknown>
  load?: FileDropProps['load']
}

/** A place for documents of a record, which are sent and taken away by calls of its own. */
export function FilePlace({ files, kind, error, send, remove, onChanged, load = loadFile, ...shown }: Place) {
  const kindFiles = kind === undefined ? files : files.filter((file) => file.documentType === kind)
  return (
    <FileDrop
      {...shown}
      {...(error ? { error } : {})}
      {...documentLimits}
      files={kindFiles.map(storedFile)}
      upload={async (file) => {
        await send(file)
        await onChanged()
      }}
      {...(remove && {
        onRemove: async (file) => {
          await remove(Number(file.id))
          await onChanged()
        },
      })}
      load={load}
    />
  )
}
