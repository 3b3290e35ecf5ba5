import { useQueryClient } from '@tanstack/react-query'
import { deleteFile, uploadFiles } from '#ground/files/model/index.ts'
import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import type { Detail } from './types.ts'

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)

/** The documents of a property's request, such as those of a change of ownership. A company's request keeps none. */
export function RequestDocuments({
  detail,
  editable,
  onChanged,
  id,
}: {
  detail: Detail
  editable: boolean
  onChanged: () => Promise<unknown>
  id?: string
}) {
  const client = useQueryClient()
  const { propertyId, contactChangeRequestId } = detail
  if (propertyId === null || contactChangeRequestId === 0 || (!editable && detail.documents.length === 0)) return null
  const changed = async () => {
    await onChanged()
    await client.invalidateQueries({ queryKey: ['files'] })
  }
  return (
    <FileDrop
      id={id}
      label="Documents"
      help="A change of general or limited partner needs the documents of the change of ownership."
      endings={endings}
      maxBytes={fileLimits.bytes}
      readOnly={!editable}
      files={detail.documents.map(({ fileId, fileName, sizeBytes, contentType }) => ({
        id: fileId,
        name: fileName,
        size: sizeBytes,
        type: contentType,
      }))}
      upload={async (file) => {
        const subject = { moduleName: 'Contact_Change', moduleId: contactChangeRequestId, propertyId }
        const body = uploadForm({ ...subject, documentType: 'Change of ownership' }, file) as never
        await ask(uploadFiles, { body }, { quiet: true })
        await changed()
      }}
      onRemove={async (file) => {
        await ask(deleteFile, { params: { id: Number(file.id) } }, { quiet: true })
        await changed()
      }}
      load={loadFile}
    />
  )
}
