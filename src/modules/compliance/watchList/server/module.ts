import type { ServerModule } from '#kernel/server/module.ts'
import {
  WatchList,
  WatchListHistory,
  WatchListProgramType,
  WatchListResponsibilityType,
  WatchListType,
  WatchListWeaknessType,
} from '../model/entities.ts'
import { watchSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { watchNight } from './night.ts'

export default {
  entities: [
    WatchList,
    WatchListType,
    WatchListProgramType,
    WatchListResponsibilityType,
    WatchListWeaknessType,
    WatchListHistory,
  ],
  served,
  jobs: [watchNight],
  settings: Object.values(watchSettings),
} satisfies ServerModule
