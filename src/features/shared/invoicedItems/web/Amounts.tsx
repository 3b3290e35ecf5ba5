import { Button, Group } from '@mantine/core'
import { type ReactNode, useCallback, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import type { AttachedFile } from '#core/platform/files/model/index.ts'
import { ReadAmounts } from '#core/platform/files/web/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { useSelection } from '#engines/review/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { AmountLines } from '#ui/form/AmountLines.tsx'
import { FormPartsContext, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { usePrinting } from '#ui/table/useWindow.ts'
import type { InvoicedItem } from '../model/index.ts'
import type { AmountFields } from './itemForm.ts'
import styles from './items.module.css'
import type { InvoicedRequest, ItemKind } from './kind.ts'

type AmountsProps = {
  kind: Pick<ItemKind, 'entity' | 'titleOf'>
  detail: InvoicedRequest
  /** Renders the details filed with an item, by its index. */
  factsOf: (index: number) => ReactNode
}

/**
 * The table of claimed and approved amounts, and the details of the selected item; in print, of all items.
 */
export function ItemAmounts({
  kind: { entity, titleOf: getTitle },
  detail,
  factsOf: renderFacts,
}: AmountsProps) {
  const selection = useSelection()
  const selected = selection?.selected ?? null
  const index = detail.items.findIndex((item) => getReviewKey(entity, item) === selected)
  const facts = index >= 0 && renderFacts(index)
  const printing = usePrinting()
  const lines = detail.items.map((item) => ({
    key: getReviewKey(entity, item),
    title: getTitle(item),
    facts: [item.invoiceNumber, item.vendorName].filter(Boolean).join(', '),
    claimed: item.claimedAmount,
    approved: detail.statusId >= RequestStatus.REVIEWED ? item.approvedAmount : null,
    reason: item.denialReason,
    marks: describeDocuments(detail, getReviewKey(entity, item)),
    offers: (take: (amount: number) => void) => (
      <ReadAmounts files={getItemFiles(detail, getReviewKey(entity, item))} onTake={take} />
    ),
  }))
  return (
    <>
      <AmountLines<{ items: AmountFields[] }>
        name="items"
        noun="Item"
        lines={lines}
        selected={selected}
        onSelect={(key) => selection?.select(key)}
        below={
          !printing &&
          selection?.below && (
            <>
              {facts}
              {selection.below}
            </>
          )
        }
      />
      {printing
        ? detail.items.map((item, index) => (
            <section key={getReviewKey(entity, item)}>
              <h3>
                Item {index + 1}: {getTitle(item)}
              </h3>
              {renderFacts(index)}
            </section>
          ))
        : !selection?.below && facts}
    </>
  )
}

/** Returns the documents of an item, or those of the request if the item has none. */
function getItemFiles({ files }: InvoicedRequest, itemId: number): readonly AttachedFile[] {
  const itemFiles = files.filter((file) => file.itemId === itemId)
  return itemFiles.length > 0 ? itemFiles : files.filter((file) => file.itemId === null)
}

/** Returns the number of documents and photos of an item, in words. */
function describeDocuments({ files }: InvoicedRequest, itemId: number): string {
  const itemFiles = files.filter((file) => file.itemId === itemId)
  const photos = itemFiles.filter(({ documentType }) => documentType === 'Photo').length
  const papers = itemFiles.length - photos
  return [
    papers > 0 && plural(papers, 'document', 'documents'),
    photos > 0 && plural(photos, 'photo', 'photos'),
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * The button that fills every empty approved amount with the claimed amount, and help for the keys of the
 * table.
 */
export function ApproveAsClaimed({
  items: noun = 'items',
  as = 'as claimed',
}: {
  items?: string
  as?: string
}) {
  const label = `Approve open ${noun} ${as}`
  const { form } = useFormParts<{ items: AmountFields[] }>()
  const { saving } = useFormActions()
  const fill = useCallback(() => {
    const items = form.getValues('items')
    for (const [index, reviewedAmounts] of items.entries())
      if (reviewedAmounts.approvedAmount === null)
        form.setValue(`items.${index}.approvedAmount`, reviewedAmounts.claimedAmount, { shouldDirty: true })
  }, [form])
  useKeys('Items', [{ key: 'a', label, run: fill }])
  return (
    <Group gap="sm" className={styles.keys}>
      <Button variant="default" disabled={saving} onClick={fill}>
        {label}
      </Button>
      <span>
        <kbd>a</kbd> all {as} <kbd>Tab</kbd> next field <kbd>↑</kbd> <kbd>↓</kbd> row <kbd>=</kbd> {as}{' '}
        <kbd>0</kbd> nothing
      </span>
    </Group>
  )
}

type ApprovableDetail = { items: readonly Pick<AmountFields, 'approvedAmount'>[] }

/**
 * Returns the total in dollars that an approval would approve, from the typed amounts in `draft` or otherwise
 * the stored ones. Null while no amount is entered.
 */
export function computeApprovedTotal(detail: ApprovableDetail, draft: object | null): number | null {
  const { items } = { ...detail, ...draft }
  const amounts = items.map((item) => item.approvedAmount)
  return amounts.every((amount) => amount === null) ? null : sumMoney(amounts)
}

/**
 * The figures of a request, which remain visible to the agency. In the review form they change as amounts are
 * typed.
 */
export function ItemFigures<Item extends InvoicedItem>({
  items,
  children,
}: {
  items: readonly Item[]
  /** Renders the figures from the items with their typed amounts. */
  children: (items: readonly Item[]) => ReactNode
}) {
  return useContext(FormPartsContext) ? (
    <TypedFigures items={items}>{children}</TypedFigures>
  ) : (
    <FiguresSection>{children(items)}</FiguresSection>
  )
}

function TypedFigures<Item extends InvoicedItem>({
  items,
  children,
}: Parameters<typeof ItemFigures<Item>>[0]) {
  const { form } = useFormParts<{ items: AmountFields[] }>()
  const typedAmounts = useWatch({ control: form.control, name: 'items' })
  return (
    <FiguresSection>
      {children(
        items.map((item, index) => ({
          ...item,
          approvedAmount: typedAmounts?.[index]?.approvedAmount ?? null,
        })),
      )}
    </FiguresSection>
  )
}

const FiguresSection = ({ children }: { children: ReactNode }) => (
  <section aria-label="Figures" className={styles.figures}>
    {children}
  </section>
)
