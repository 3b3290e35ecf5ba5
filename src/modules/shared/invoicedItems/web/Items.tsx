import { type ComponentProps, type ComponentType, type ReactNode, useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { documentLimits, loadFile, storedFile } from '#ground/platform/files/web/index.ts'
import { getReviewKey } from '#review/model/index.ts'
import { DocumentDrop } from '#ui/form/DocumentDrop.tsx'
import { DocumentMarks } from '#ui/form/DocumentMarks.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import { Alike } from './Alike.tsx'
import { Opened, type OpenedItem } from './ItemDetails.tsx'
import { getBlankItem, type InvoicedFormItem } from './itemForm.ts'
import type { ItemKind, RequestOfItems } from './kind.ts'
import { useDuplicates } from './useDuplicates.ts'
import { type ItemDocuments, useItemDocuments } from './useItemDocuments.ts'
import { useRemoval } from './useRemoval.tsx'

const noItems: never[] = []
const HELP =
  'Matched by file name: item, invoice or check number, or unit, such as “check 4144.pdf” or “item 3 photo.jpg”.'

type Wanted = { kind: string; wanted: number }

type ItemsProps<Item extends InvoicedFormItem, Detail extends RequestOfItems = RequestOfItems> = {
  kind: ItemKind
  detail: Detail
  /** The request as the server last answered it, also right after a save. */
  known: { current: RequestOfItems }
  refresh: () => Promise<unknown>
  mostItems: number
  columns: ComponentProps<typeof LineItems>['columns']
  /** Columns that may be pasted in addition to those shown. */
  paste?: ComponentProps<typeof LineItems>['paste']
  /** Kinds of document of items, and how files of each are called. */
  documentKinds: readonly DocumentKind[]
  /** Documents an item must have; an amount that was pasted and could not be read counts as none. */
  wantedOf: (item: Item) => readonly Wanted[]
  /** Kinds of document that have a place of their own with the request. */
  ofRequest?: readonly string[]
  /** What opens below an item. */
  Details: ComponentType<OpenedItem<Item, Detail>>
  /** Content below the items that follows them as they are typed. */
  below: (items: readonly Item[]) => ReactNode
}

/**
 * The items of a request while it is written: pasted or typed, their documents dropped at once or one by one.
 */
export function Items<Item extends InvoicedFormItem, Detail extends RequestOfItems>(
  props: ItemsProps<Item, Detail>,
) {
  const { kind, detail, known: requestRef, refresh, Details } = props
  const { form } = useFormParts()
  const items = (useWatch({ control: form.control, name: 'items' }) as Item[] | undefined) ?? noItems
  const read = useMemo(() => items.map(withReadAmount), [items])
  const duplicates = useDuplicates(kind, items, getReviewKey(kind.review.entity, detail))
  const details = useCallback(
    (index: number) => (
      <Opened
        Details={Details}
        index={index}
        detail={detail}
        duplicates={duplicates[index] ?? noItems}
        onChanged={refresh}
      />
    ),
    [Details, detail, refresh, duplicates],
  )
  const documents = useItemDocuments(kind, requestRef)
  const { marks, inPlace, wanted: requiredCount } = useMarks(props, read)
  const removal = useRemoval(kind, detail, refresh, documents)
  const blank = useMemo(() => getBlankItem(kind.entity), [kind])
  return (
    <>
      <LineItems
        name="items"
        columns={props.columns}
        blank={blank}
        maxLines={props.mostItems}
        paste={props.paste ?? noItems}
        marks={marks}
        onRemove={removal.onRemove}
        renderDetail={details}
        detailLabel="Details"
      />
      {removal.dialog}
      <Documents {...props} documents={documents} inPlace={inPlace} wanted={requiredCount} />
      <Alike duplicates={duplicates} />
      {props.below(read)}
    </>
  )
}

type DocumentsProps = Pick<
  ItemsProps<never>,
  'kind' | 'detail' | 'refresh' | 'columns' | 'documentKinds' | 'ofRequest'
> & {
  documents: ItemDocuments
  inPlace: number
  wanted: number
}

/** One place for the documents of all items. */
function Documents({
  kind,
  detail,
  refresh,
  documentKinds,
  ofRequest = [],
  documents,
  inPlace,
  wanted,
}: DocumentsProps) {
  const loose = detail.files.filter(
    (file) => file.itemId === null && !ofRequest.includes(file.documentType ?? ''),
  )
  return (
    <DocumentDrop
      list="items"
      noun="Item"
      place="location"
      kinds={documentKinds}
      help={HELP}
      {...documentLimits}
      inPlace={inPlace}
      wanted={wanted}
      loose={loose.map((file) => ({ ...storedFile(file), kind: file.documentType }))}
      isStored={getReviewKey(kind.review.entity, detail) > 0}
      send={documents.send}
      move={(file, documentType, lines) => documents.place(Number(file.id), documentType, lines)}
      onRemove={(file) => documents.remove(Number(file.id))}
      load={loadFile}
      onChanged={refresh}
    />
  )
}

/** A cell that was pasted and could not be read counts as nothing. */
const withReadAmount = <Item extends InvoicedFormItem>(item: Item): Item =>
  typeof item.claimedAmount === 'number' ? item : { ...item, claimedAmount: null }

/** Which documents each item has and needs; the column repaints only when that changes. */
function useMarks<Item extends InvoicedFormItem>(
  { kind, detail, wantedOf }: Pick<ItemsProps<Item>, 'kind' | 'detail' | 'wantedOf'>,
  items: readonly Item[],
) {
  const serialized = JSON.stringify(items.map((item) => getMarks(kind, detail, item, wantedOf(item))))
  return useMemo(() => {
    const all = JSON.parse(serialized) as ReturnType<typeof getMarks>[]
    const requiredCount = all.flat().reduce((sum, item) => sum + item.wanted, 0)
    const inPlace = all.flat().reduce((sum, item) => sum + Math.min(item.have, item.wanted), 0)
    const missing = requiredCount - inPlace
    const marks = {
      label: 'Documents',
      width: 158,
      render: (index: number, open: () => void) => (
        <DocumentMarks line={`item ${index + 1}`} marks={all[index] ?? []} onOpen={open} />
      ),
      total:
        requiredCount > 0
          ? `${inPlace} of ${requiredCount}${missing > 0 ? `, ${missing} missing` : ''}`
          : null,
    }
    return { marks, inPlace, wanted: requiredCount }
  }, [serialized])
}

const getMarks = (
  { entity }: ItemKind,
  { files }: RequestOfItems,
  item: InvoicedFormItem,
  wanteds: readonly Wanted[],
) =>
  wanteds.map((document) => {
    const id = getReviewKey(entity, item) || item.formerId
    const have = files.filter(
      (file) => id && file.itemId === id && file.documentType === document.kind,
    ).length
    return { ...document, have }
  })
