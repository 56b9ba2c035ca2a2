import type { ComponentText } from '@acequia/component-sdk/text';
import type { GroupByConfig } from './config.ts';

export const groupByText: ComponentText<GroupByConfig> = {
  title: { en: 'Group by', es: 'Agrupar' },
  summary: {
    en: 'Counts and aggregates events by key in time windows, and sends one event per key and window.',
    es: 'Cuenta y resume eventos por clave en ventanas de tiempo, y envía un evento por clave y ventana.',
  },
  searchWords: 'aggregate sum average rollup metrics agregar sumar media métricas',
  fields: {
    every: {
      label: { en: 'Window', es: 'Ventana' },
      help: { en: 'Its length, 1 second to 24 hours.', es: 'Su duración, de 1 segundo a 24 horas.' },
    },
    unit: {
      label: { en: 'Unit', es: 'Unidad' },
      options: {
        second: { en: 'Seconds', es: 'Segundos' },
        minute: { en: 'Minutes', es: 'Minutos' },
        hour: { en: 'Hours', es: 'Horas' },
        day: { en: 'Days', es: 'Días' },
      },
    },
    slide: {
      label: { en: 'A new window every', es: 'Una ventana nueva cada' },
      help: {
        en: 'A part of the window. Windows then overlap: at most 1,440, or 100 with lists. Empty: windows follow each other.',
        es: 'Una parte de la ventana. Las ventanas se solapan: 1440 como máximo, o 100 con listas. Vacío: una detrás de otra.',
      },
    },
    keys: {
      label: { en: 'Group by', es: 'Agrupar por' },
      help: {
        en: 'Fields that together form the key; null is a separate key. Empty: all events are one group.',
        es: 'Campos que juntos forman la clave; el nulo es una clave aparte. Vacío: todos los eventos son un grupo.',
      },
    },
    aggregations: {
      label: { en: 'Aggregates', es: 'Cálculos' },
      fields: {
        function: {
          label: { en: 'Function', es: 'Función' },
          options: {
            count: { en: 'Count', es: 'Recuento' },
            'count-distinct': { en: 'Count of distinct values', es: 'Recuento de valores distintos' },
            sum: { en: 'Sum', es: 'Suma' },
            avg: { en: 'Average', es: 'Media' },
            min: { en: 'Minimum', es: 'Mínimo' },
            max: { en: 'Maximum', es: 'Máximo' },
            range: { en: 'Maximum minus minimum', es: 'Máximo menos mínimo' },
            first: { en: 'First', es: 'Primero' },
            last: { en: 'Last', es: 'Último' },
            median: { en: 'Median', es: 'Mediana' },
            percentile: { en: 'Percentile', es: 'Percentil' },
            stddev: { en: 'Standard deviation', es: 'Desviación típica' },
            'collect-list': { en: 'List of values', es: 'Lista de valores' },
            'collect-set': { en: 'List of distinct values', es: 'Lista de valores distintos' },
            join: { en: 'Values in one text', es: 'Valores en un texto' },
            any: { en: 'Any is true', es: 'Alguno es verdadero' },
            all: { en: 'All are true', es: 'Todos son verdaderos' },
            'most-frequent': { en: 'Most frequent', es: 'El más frecuente' },
          },
        },
        expr: {
          label: { en: 'Of', es: 'De' },
          help: {
            en: 'A field or an expression; null is skipped. A count without it counts events.',
            es: 'Un campo o una expresión; el nulo se salta. Un recuento sin ella cuenta eventos.',
          },
        },
        name: { label: { en: 'Write into', es: 'Escribir en' } },
        percentile: {
          label: { en: 'Percentile', es: 'Percentil' },
          help: {
            en: '95 means that 95% of the values are below the result.',
            es: '95 significa que el 95 % de los valores queda por debajo del resultado.',
          },
        },
        limit: { label: { en: 'Maximum number of values', es: 'Máximo de valores' } },
        separator: { label: { en: 'Between the values', es: 'Entre los valores' } },
        where: {
          label: { en: 'Only events where', es: 'Solo eventos donde' },
          help: { en: 'Others do not count for this aggregate.', es: 'Los demás no cuentan para este cálculo.' },
        },
      },
    },
    time: {
      label: { en: 'Time', es: 'Tiempo' },
      options: {
        received: { en: 'When the event was received', es: 'Cuándo se recibió el evento' },
        event: { en: 'The time in the event', es: 'La hora del evento' },
      },
    },
    lateness: {
      label: { en: 'Wait for late events', es: 'Esperar a los rezagados' },
      help: {
        en: 'Windows end this much later. Events that arrive after that leave by `late`.',
        es: 'Las ventanas terminan con este retraso. Los eventos que llegan después salen por `late`.',
      },
    },
    timezone: {
      label: { en: 'Time zone', es: 'Zona horaria' },
      help: {
        en: 'Windows are aligned to midnight in this zone; a day is a calendar day.',
        es: 'Las ventanas se alinean con la medianoche de esta zona; un día es un día del calendario.',
      },
    },
    maxGroups: {
      label: { en: 'Groups at a time', es: 'Grupos a la vez' },
      help: {
        en: 'Number of keys times open windows. All groups of a pipeline share 256 MiB, or less if many pipelines use windows.',
        es: 'Número de claves por ventanas abiertas. Todos los grupos de un pipeline comparten 256 MiB, o menos si muchos pipelines usan ventanas.',
      },
    },
    onOverflow: {
      label: { en: 'When there are more groups', es: 'Cuando hay más grupos' },
      options: {
        'flush-oldest': { en: 'The oldest group leaves early', es: 'El grupo más antiguo sale antes' },
        error: { en: 'The event goes to error', es: 'El evento va a error' },
      },
    },
    emitEmpty: {
      label: { en: 'Include windows without events', es: 'Incluir ventanas sin eventos' },
      help: { en: 'With a count of 0. Only without keys.', es: 'Con un recuento de 0. Solo sin claves.' },
    },
  },
  ports: { late: { en: 'Late', es: 'Rezagados' } },
};
