import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { buildCallQuery } from '#kernel/web/queries.ts'
import {
  type Flag,
  flags,
  getByHeaderId,
  getComparableRentFlag,
} from '#modules/rents/comparableRents/model/index.ts'
import type { Detail } from '../model/increases.ts'

/** Compares a rent with the comparable ones of its size: their average, the percent of it, and the class. */
export type MarketOf = (rent: number | null, bedrooms: number) => MarketRent | null
export type MarketRent = { average: number; percent: number; tone: 'green' | 'yellow' | 'red'; flag: Flag }

const tones = { [flags.below]: 'green', [flags.within]: 'yellow', [flags.above]: 'red' } as const

/** The market of a request; nothing where no comparable rents were entered, or while they are being read. */
export function useMarket({ rentIncreaseRequestHeaderId: headerId }: Detail): MarketOf {
  const { data } = useQuery({
    ...buildCallQuery(getByHeaderId, { params: { headerId } }),
    enabled: headerId > 0,
  })
  return useMemo(
    () => (rent, bedrooms) => {
      const average = data?.statistics.find((statistic) => statistic.bedrooms === bedrooms)?.average
      const comparableRentFlag =
        data && rent !== null ? getComparableRentFlag(rent, bedrooms, data.statistics, data.limits) : null
      return comparableRentFlag && average !== undefined
        ? { ...comparableRentFlag, average, tone: tones[comparableRentFlag.flag] }
        : null
    },
    [data],
  )
}
