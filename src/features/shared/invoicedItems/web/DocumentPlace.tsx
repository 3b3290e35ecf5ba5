import { Button } from '@mantine/core'
import { RecordFiles } from '#core/platform/files/web/index.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import type { InvoicedRequest, ItemKind } from './kind.ts'
import { removeDocument, uploadDocument } from './useItemDocuments.ts'

type DocumentPlaceProps = {
  kind: ItemKind
  detail: InvoicedRequest
  documentType: string
  /** The id of the item whose documents these are, null for those of the request itself. */
  itemId: number | null
  label: string
  required: boolean
  onChanged: () => Promise<unknown>
}

/** The place to upload documents of one type for a request or one of its items. It accepts dropped files. */
export function ItemDocumentPlace({
  kind,
  detail,
  documentType,
  itemId,
  label,
  required,
  onChanged,
}: DocumentPlaceProps) {
  return (
    <RecordFiles
      label={label}
      kind={documentType}
      required={required}
      files={detail.files.filter((file) => file.itemId === itemId)}
      send={(file) => uploadDocument(kind, detail, { itemId, documentType }, file)}
      remove={(fileId) => removeDocument(kind, fileId)}
      onChanged={onChanged}
    />
  )
}

/** A text with a save button, shown instead of document places while the record is not stored yet. */
export function SaveFirstNotice({ what }: { what: string }) {
  const { save } = useFormActions()
  return (
    <p>
      Documents can be attached once {what} is saved.{' '}
      <Button size="xs" variant="default" onClick={() => void save()}>
        Save now
      </Button>
    </p>
  )
}
