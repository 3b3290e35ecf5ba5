import { currentSession } from '#kernel/web/session.ts'
import { addressLastSeen } from './address.ts'

/** A record of a list: its address within the portal, and its label. */
export type Stop = { path: string; label: string }

/**
 * The position of a record in the list as last shown; `at` counts from one, `list` is the address of the
 * list.
 */
export type Place = {
  at: number
  count: number
  previous?: Stop | undefined
  next?: Stop | undefined
  list: string
}

type Order = { person: number; list: string; stops: readonly Stop[] }

const STORED = 'rooftree.order'
const MOST_ORDERS = 10
/**
 * The orders of the screen that showed a list last, the latest first: a property shows several lists at once.
 */
let orders: readonly Order[] | null = null

const personNow = (): number => currentSession()?.userId ?? 0
const getScreen = (address: string): string => address.split('?', 1)[0]!

/**
 * Takes the order in which a list shows its records now: the way from one to the next while working through
 * them.
 */
export function setRecordOrder(stops: readonly Stop[]): void {
  const order = { person: personNow(), list: location.hash.slice(1), stops }
  const otherRows = ordersNow().filter(
    ({ list, stops: [first] }) =>
      getScreen(list) === getScreen(order.list) && !stops.some(({ path }) => path === first?.path),
  )
  orders = [order, ...otherRows].slice(0, MOST_ORDERS)
}

/** Stores the order for a reload of the record that was opened from it. */
export function storeRecordOrder(): void {
  if (orders) sessionStorage.setItem(STORED, JSON.stringify(orders))
}

function ordersNow(): readonly Order[] {
  orders ??= storedOrders()
  return orders.filter(({ person }) => person === personNow())
}

function storedOrders(): readonly Order[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Order[]
  } catch {
    return []
  }
}

/** The first record of the list as last shown. */
export const firstInOrder = (): Stop | undefined => ordersNow()[0]?.stops[0]

/**
 * Returns the position of the record at an address in the list it was opened from; null if it was not opened
 * from a list.
 */
export function placeInOrder(path: string): Place | null {
  for (const { stops, list } of ordersNow()) {
    const index = stops.findIndex((stop) => stop.path === path)
    if (index < 0) continue
    return {
      at: index + 1,
      count: stops.length,
      previous: stops[index - 1],
      next: stops[index + 1],
      list: addressLastSeen(getScreen(list)) ?? list,
    }
  }
  return null
}

/**
 * Returns the addresses around one in its list, the nearest first and later ones before earlier ones: when
 * the record is gone, they are near its place.
 */
export function neighborsInOrder(path: string): readonly string[] {
  for (const { stops } of ordersNow()) {
    const paths = stops.map((stop) => stop.path)
    const index = paths.indexOf(path)
    if (index >= 0) return [...paths.slice(index + 1), ...paths.slice(0, index).reverse()]
  }
  return []
}
