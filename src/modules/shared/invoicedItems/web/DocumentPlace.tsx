import { Button } from '@mantine/core'
import { FilePlace } from '#ground/platform/files/web/index.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import type { ItemKind, RequestOfItems } from './kind.ts'
import { dropDocument, sendDocument } from './useItemDocuments.ts'

type Place = {
  kind: ItemKind
  detail: RequestOfItems
  documentType: string
  /** The item whose documents these are; null for those of the request as such. */
  itemId: number | null
  label: string
  required: boolean
  onChanged: () => Promise<unknown>
}

/** The place for documents of one kind, which takes dropped files. */
export function DocumentPlace({ kind, detail, documentType, itemId, label, required, onChanged }: Place) {
  return (
    <FilePlace
      label={label}
      kind={documentType}
      required={required}
      files={detail.files.filter((file) => file.itemId === itemId)}
      send={(file) => sendDocument(kind, detail, { itemId, documentType }, file)}
      remove={(fileId) => dropDocument(kind, fileId)}
      onChanged={onChanged}
    />
  )
}

/** Documents can be attached only to stored records. */
export function SaveFirst({ what }: { what: string }) {
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
