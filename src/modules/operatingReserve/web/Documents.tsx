import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { itemCallsOfRequests } from '../model/calls.ts'
import type { Detail } from '../model/operating.ts'

const { upload, removeDocument } = itemCallsOfRequests
const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)

type Place = {
  detail: Detail
  kind: string
  /** The item whose documents these are; null for those of the request as such. */
  itemId: number | null
  label: string
  required: boolean
  onChanged: () => Promise<void>
}

/** The place for documents of one kind, which takes dropped files. */
export function DocumentPlace({ detail, kind, itemId, label, required, onChanged }: Place) {
  const own = detail.files.filter((file) => file.itemId === itemId && file.documentType === kind)
  const place = { moduleId: detail.operatingReserveRequestId, subModuleId: itemId, documentType: kind }
  return (
    <FileDrop
      label={label}
      required={required}
      endings={endings}
      maxBytes={fileLimits.bytes}
      files={own.map((file) => ({
        id: file.fileId,
        name: file.fileName,
        size: file.sizeBytes,
        type: file.contentType,
      }))}
      upload={async (file) => {
        await ask(upload, { body: uploadForm(place, file) as never }, { quiet: true })
        await onChanged()
      }}
      onRemove={async (file) => {
        await ask(removeDocument, { params: { id: Number(file.id) } }, { quiet: true })
        await onChanged()
      }}
      load={loadFile}
    />
  )
}
