import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '@acequia/ui';
import { metadataFaults, nameTakenCodes, type Metadata } from '#blocks/metadata/metadata-faults.ts';
import { useTexts } from '#i18n/use-texts.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';

const noMetadata: Metadata = { name: '', description: '', tags: [] };

/** Name, description and tags of a new table, what is wrong with them, and the way on once it is made. */
export function useCreation() {
  const t = useTexts(enrichmentTexts);
  const navigate = useNavigate();
  const paths = useEnrichmentPaths();
  const [metadata, setMetadata] = useState(noMetadata);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<OperationError>();
  const own = metadataFaults(metadata);
  const taken = refused !== undefined && nameTakenCodes.has(refused.code);
  return {
    metadata,
    setMetadata: (next: Metadata) => {
      setMetadata(next);
      if (taken) setRefused(undefined);
    },
    submitted,
    /** Marks the form as sent; whether name, description and tags may be. */
    submit: (): boolean => {
      setSubmitted(true);
      setRefused(undefined);
      return Object.keys(own).length === 0;
    },
    faults: taken && !own.name ? { name: 'nameTaken' as const } : submitted ? own : {},
    refused: taken ? undefined : refused,
    refuse: setRefused,
    text: { name: metadata.name.trim(), description: metadata.description, tags: [...metadata.tags] },
    created: (lookupId: string) => {
      toast({ title: t('created'), content: t('createdText') });
      void navigate({ to: paths.edit, params: { lookupId } });
    },
  };
}
