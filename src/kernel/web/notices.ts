/**
 * Short messages at the bottom of the page (UI-01). No React: anything in the browser may raise one, the
 * kit's `Notices` shows them.
 */

/** The kind of a notice: success (the default), a warning, or an error. */
export type NoticeKind = 'success' | 'warning' | 'error'

/** One message on the screen; with `undo` it stays four times as long and offers to undo the action. */
export type Notice = {
  id: number
  text: string
  kind: NoticeKind
  undo?: (() => void) | undefined
  /** When it came, in milliseconds of `Date.now`. */
  at: number
}

/** How long a notice stays, in milliseconds (UI-01). */
export const noticeDuration = 2500

let notices: readonly Notice[] = []
let nextId = 1
let paused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function change(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

function schedule(id: number): void {
  clearTimeout(timers.get(id))
  const stays = noticeDuration * (notices.find((notice) => notice.id === id)?.undo ? 4 : 1)
  if (!paused) timers.set(id, setTimeout(dismissNotice, stays, id))
}

/**
 * Shows `text` at the bottom for 2500 ms, green unless `kind` says otherwise (UI-01). A text already on the
 * screen restarts its time instead of appearing twice.
 */
export function notify(text: string, { kind = 'success', undo }: Partial<Notice> = {}): void {
  const existingNotice = notices.find((notice) => notice.text === text && notice.kind === kind && !undo)
  const id = existingNotice?.id ?? nextId++
  const notice = { id, text, kind, undo, at: Date.now() }
  change(
    existingNotice ? notices.map((item) => (item === existingNotice ? notice : item)) : [...notices, notice],
  )
  schedule(id)
}

/** Takes a notice away; unknown ids are ignored. */
export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (notices.some((notice) => notice.id === id)) change(notices.filter((notice) => notice.id !== id))
}

/** A notice this recent moves along to the next page, because its action, such as a deletion, led there. */
const COMES_ALONG = 1000

let page = ''

/** Called when a page is shown: success notices of the page before disappear, unless they offer to undo. */
export function arriveAt(pathname: string): void {
  if (pathname === page) return
  const isFirst = page === ''
  page = pathname
  // Before the first page nothing could be read.
  if (isFirst) return
  const now = Date.now()
  for (const { id, kind, undo, at: index } of notices)
    if (kind === 'success' && !undo && now - index >= COMES_ALONG) dismissNotice(id)
}

/** Pauses the clocks while a person reads (pointer or focus on a notice); they restart afterwards. */
export function holdNotices(hold: boolean): void {
  paused = hold
  for (const { id } of notices) {
    if (hold) clearTimeout(timers.get(id))
    else schedule(id)
  }
}

/** The current notices, oldest first. The array is replaced, never changed. */
export function currentNotices(): readonly Notice[] {
  return notices
}

/** Calls `listener` at every change; answers the function that ends it. */
export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
