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
import { watchListJob } from './night.ts'
import { proposalFigure } from './proposals.ts'
import { watchTimeline } from './timeline.ts'

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
  jobs: [watchListJob],
  settings: Object.values(watchSettings),
  timeline: [watchTimeline],
  portfolioFigures: [proposalFigure],
} satisfies ServerModule
